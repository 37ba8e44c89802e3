module.exports = { platform: () => 'mocked' };
