run -o missing.order -
