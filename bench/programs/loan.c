/* Bounds that come from branches: whether a product fits depends on the path. */
int loan(int amount, int rate, int months) {
  if (amount < 100 || amount > 1000000) return -1;
  if (rate < 0 || rate > 500) return -2;
  if (months < 1 || months > 12) return -3;
  int balance = amount;
  int paid = 0;
  int instalment = amount / months + 1;
  for (int i = 0; i < months; i++) {
    int interest = balance / 100 * rate / 12;
    balance += interest - instalment;
    paid += instalment;
    if (balance <= 0) return paid + balance;
  }
  return paid * 10 + balance;
}
