import { packageFile } from '../src/platform/package-files.js';

/**
 * The page of reports as one classic script and one style sheet: browsers load neither modules nor anything else by
 * `fetch` from a folder. Vite is loaded when it is needed, as it takes a while.
 */
export async function buildReportPage(folder = 'dist'): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    root: packageFile('web/report'),
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: packageFile(`${folder}/web/report`),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 1000,
      rollupOptions: {
        input: packageFile('web/report/main.tsx'),
        output: { format: 'iife', entryFileNames: 'report.js', assetFileNames: 'report.[ext]' },
      },
    },
  });
}
