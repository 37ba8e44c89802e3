class Wallet {
  #coins = 1;
  static count(wallet) {
    return wallet.#coins;
  }
}
Wallet.count({});
