import type { Route } from "../router.js";
import { OrderList } from "./order-list.js";
import { OrderPage } from "./order-page.js";

export const orderRoutes: readonly Route[] = [{ folder: "orders", title: "Orders", List: OrderList, Page: OrderPage }];
