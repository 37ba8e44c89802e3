const inject = (...parameters: unknown[]) => {};
class Service { constructor(@inject private url: string) {} }
