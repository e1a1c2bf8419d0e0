;;; memwiki.el --- Start memwiki's language server for Markdown -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "26.3"))

;;; Commentary:

;; Eglot is part of Emacs 29; for older ones it is in GNU ELPA.  With this file on `load-path':
;;
;;   (require 'memwiki)
;;   (add-hook 'markdown-mode-hook #'memwiki-ensure)
;;
;; Eglot runs one server in a buffer.  For two of them set `memwiki-command' to a multiplexer, rassumfrassum say:
;;   (setq memwiki-command '("rass" "--" "marksman" "server" "--" "memwiki" "lsp"))

;;; Code:

(defgroup memwiki nil
  "A memory wiki that is kept whole."
  :group 'tools)

(defcustom memwiki-command '("memwiki" "lsp")
  "The program that serves Markdown buffers, and its arguments."
  :type '(repeat string))

(defvar eglot-server-programs)
(declare-function eglot-ensure "eglot" ())

(defun memwiki-contact (&optional _interactive)
  "What eglot starts for a buffer."
  memwiki-command)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((markdown-mode gfm-mode markdown-ts-mode) . memwiki-contact)))

;;;###autoload
(defun memwiki-ensure ()
  "Serve this buffer by memwiki, where it lies in a wiki."
  (when (and buffer-file-name
             (or (locate-dominating-file buffer-file-name "memwiki.toml")
                 (locate-dominating-file buffer-file-name "pyproject.toml")))
    (unless (require 'eglot nil t)
      (user-error "memwiki needs eglot: M-x package-install RET eglot"))
    (eglot-ensure)))

(provide 'memwiki)

;;; memwiki.el ends here
