/** What the server says where no page can. Only the server says it. */
export default {
  largeHeaders: {
    title: "The browser sent too much at once",
    message:
      "The panel can’t accept this request: its address is too long, or it has too many cookies. Delete this site’s cookies in the browser and open the panel again. If that doesn’t help, delete those of your company’s other applications, too.",
  },
};
