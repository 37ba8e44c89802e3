await new Promise(resolve => setTimeout(resolve, 5));
