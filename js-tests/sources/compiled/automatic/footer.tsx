export const Footer = () => <footer>end</footer>;
