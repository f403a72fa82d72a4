/** Style sheets are imported for Vite, which takes them out. */
declare module '*.css';
