const el = document.querySelector('#go');
const button = el as HTMLButtonElement;
button.click();
