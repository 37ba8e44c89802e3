const a = 1;
</script>
