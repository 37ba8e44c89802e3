const name: string = 'posttask';
const view = <div className="x">{name}</div>;
render(view);
