"""Reports as text: Markdown, CSV, JSON, tables for a terminal, and badges."""
