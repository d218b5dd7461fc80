import type { Route } from "../router.js";
import { DeliveryList } from "./delivery-list.js";

export const deliveryRoutes: readonly Route[] = [{ folder: "deliveries", title: "Webhooks", List: DeliveryList }];
