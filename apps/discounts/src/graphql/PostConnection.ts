import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { PostConnectionResolvers } from "../generated/types.js";

export const PostConnection: PostConnectionResolvers = { ...connectionResolvers };
