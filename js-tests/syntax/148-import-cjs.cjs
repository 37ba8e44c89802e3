const path = require('path');
import fs from 'node:fs';
