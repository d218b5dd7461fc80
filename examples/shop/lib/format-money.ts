/** Formats a decimal text as an amount of money, for example "€30.00". `Intl` formats texts without rounding errors. */
export function formatMoney(amount: string, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount as Intl.StringNumericLiteral);
}
