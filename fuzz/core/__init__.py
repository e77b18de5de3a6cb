"""What every fuzz target uses: findings, the session with the driver, and the recorded state."""
