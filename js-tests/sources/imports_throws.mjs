import './throws.cjs';
