"""The best of many, freed from the luck of being best; test rows asked again and again."""
