man nope
