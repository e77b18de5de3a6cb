"""Reports as text: Markdown, CSV, JSON, and tables for a terminal."""
