// The site: https://vitepress.dev/reference/site-config

import { slug } from 'github-slugger';

const page = (text, link) => ({ text, link: `/${link}` });

/** Tells Vue that inline code has no expressions: VitePress does so for blocks only. */
function leaveCode(markdown) {
  const { code_inline: render } = markdown.renderer.rules;
  markdown.renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index].attrSet('v-pre', '');
    return render(tokens, index, ...rest);
  };
}

export default {
  title: 'posttask',
  description: 'Runs JavaScript in every order of events that the web standards allow.',
  srcDir: 'pages',
  outDir: 'dist',
  // The folder of the server that the site is in.
  base: process.env.BASE ?? '/',
  cleanUrls: false,
  // The playground and the documentation of the library are not pages: check.mjs checks the links to them.
  ignoreDeadLinks: [/\/(try|api)\//],
  markdown: {
    // Links lead to headings as on GitHub.
    anchor: { level: [1, 2, 3, 4], slugify: (heading) => slug(heading) },
    // The name of blocks that rustdoc does not compile.
    languageAlias: { 'rust,ignore': 'rust' },
    config: leaveCode,
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Try it', link: '/try/index.html', target: '_blank' },
      page('Test', 'testing'),
      page('Explore', 'exploring'),
      page('Embed', 'embedding'),
      page('Standards', 'standards'),
      { text: 'Rust API', link: '/api/posttask/index.html', target: '_blank' },
    ],
    sidebar: [
      {
        text: 'Test my scheduling code',
        items: [
          page('Testing', 'testing'),
          page('Exploring orders', 'exploring'),
          page('Running programs', 'running'),
          page('Node', 'node'),
          page('Many machines', 'scaling'),
          page('Editors', 'editors'),
          page('Types', 'types'),
        ],
      },
      {
        text: 'Understand what a browser does',
        items: [
          page('Seeing what happens', 'seeing'),
          page('Warnings', 'diagnostics'),
          page('Host profiles', 'profiles'),
          page('Workers', 'workers'),
          page('The playground', 'playground'),
        ],
      },
      {
        text: 'Embed in Rust',
        items: [
          page('Embedding', 'embedding'),
          page('Performance', 'performance'),
          page('Reliability', 'reliability'),
          page('Platforms', 'platforms'),
          page('What Boa cannot do', 'boa-gaps'),
        ],
      },
      {
        text: 'Compare the code with the standards',
        items: [
          page('The standards', 'standards'),
          page('Architecture', 'architecture'),
          page('Decisions', 'decisions'),
          page('Conformance', 'conformance'),
          page('Dependencies', 'dependencies'),
          page('Contributing', 'contributing'),
          page('Releases', 'releasing'),
          page('Changes', 'changes'),
        ],
      },
    ],
  },
};
