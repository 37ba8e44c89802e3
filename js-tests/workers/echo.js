// Sends back what it gets, with its ports and buffers.
onmessage = ({ data, ports }) => postMessage(data, [...ports, ...(data?.buffers ?? [])]);
