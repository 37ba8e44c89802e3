run --virtual-time --warn -e "new Worker('data:text/javascript,postMessage(1)').onmessage = ({ data }) => console.log(data)"
