let timer = 5;
delete timer;
