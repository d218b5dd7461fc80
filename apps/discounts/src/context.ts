export interface Context { principal: unknown }
