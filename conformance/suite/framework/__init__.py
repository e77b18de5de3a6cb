"""What every check uses: its registration, its context, the execution modes, measured growth."""
