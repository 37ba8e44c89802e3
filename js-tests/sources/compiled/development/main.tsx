// `react-jsxdev` passes the places of elements, if the program is built for development.
console.log(
  <p>
    <b>one</b>
  </p>,
);
