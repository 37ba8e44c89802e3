const connect = (host, port = lookup(host)) => port;
connect('a');
