../sources/component.tsx
