const make = () => 5;
make()();
