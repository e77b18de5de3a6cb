"""Every fault on the shelf is noticed, and named, by the bundled specs."""
