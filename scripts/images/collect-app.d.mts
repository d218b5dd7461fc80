export declare function collectApp(app: string, target: string): Promise<{ files: number; bytes: number }>;
