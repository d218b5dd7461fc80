import type { NextConfig } from "next";

const headers = [
  // Prevents other websites from showing the checkout in a frame.
  { key: "Content-Security-Policy", value: "frame-ancestors 'none'" },
  { key: "X-Content-Type-Options", value: "nosniff" },
];

const config: NextConfig = {
  poweredByHeader: false,
  turbopack: { root: import.meta.dirname },
  headers: async () => [{ source: "/:path*", headers }],
};

export default config;
