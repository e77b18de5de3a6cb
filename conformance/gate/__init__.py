"""The gate: policy, waivers and baseline decide which verdicts fail a run."""
