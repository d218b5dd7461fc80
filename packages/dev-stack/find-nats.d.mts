export function natsAdvice(platform: NodeJS.Platform, hasApt: boolean): string;
export function natsCache(environment?: NodeJS.ProcessEnv): string;
export function natsProblem(environment?: NodeJS.ProcessEnv, platform?: NodeJS.Platform): string | undefined;
