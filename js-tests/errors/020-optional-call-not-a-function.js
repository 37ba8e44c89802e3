const settings = { onSave: true };
function save() {
  settings.onLoad?.();
  settings.onSave?.();
}
save();
