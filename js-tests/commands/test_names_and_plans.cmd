test ../testing/names_and_plans.test.mjs
