/** Prices are decimal texts, because floating-point numbers are not exact. */
const products = [
  { id: "hat-1", name: "Sun hat", price: "40.00", currency: "EUR" },
  { id: "mug-1", name: "Coffee mug", price: "12.50", currency: "EUR" },
];

export const findProduct = (id) => products.find((product) => product.id === id);
export const allProducts = () => products;
