class View extends Component {
  render() {}
}
