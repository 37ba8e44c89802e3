module.exports = { testMatch: ['**/*.check.js'], moduleNameMapper: { '^~/(.*)$': '<rootDir>/src/$1' } };
