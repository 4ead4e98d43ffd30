// Styles are bundled into dist/webview.css; a script imports them for that alone.
declare module '*.css';
