"""The files of a failing case, from which the failure can be reproduced and examined."""
