run --location https://example.com/a/b -e "console.log(origin, new Request('c').url)"
