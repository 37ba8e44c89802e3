run -p '"it is " + 1'
