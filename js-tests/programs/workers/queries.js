// args: --virtual-time
// The query and the fragment of the URL of a classic script do not belong to the name of its file.
new Worker('../../workers/query.js?v=3#part').onmessage = ({ data }) => console.log(data);
