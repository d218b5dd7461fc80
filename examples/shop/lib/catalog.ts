export interface Product {
  id: string;
  name: string;
  /** The price as a decimal text, because floating-point numbers are not exact. */
  price: string;
  currency: string;
}

const products: readonly Product[] = [
  { id: "hat-1", name: "Sun hat", price: "40.00", currency: "EUR" },
  { id: "mug-1", name: "Coffee mug", price: "12.50", currency: "EUR" },
];

export const allProducts = (): readonly Product[] => products;
export const findProduct = (id: string): Product | undefined => products.find((product) => product.id === id);
