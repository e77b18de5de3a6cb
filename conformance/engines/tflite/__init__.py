"""Translation of models of the contract to TFLite, and of TFLite files to the contract."""
