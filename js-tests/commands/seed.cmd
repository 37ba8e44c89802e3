run --seed 7 --test-host -p '[Math.random(), Math.random(), testHost.createRealm().Math.random()]'
