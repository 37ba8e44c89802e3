try {} catch (error) { using resource = null }
