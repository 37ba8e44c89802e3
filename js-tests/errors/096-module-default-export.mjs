const plugins = { list: null };
export default plugins.list.length;
