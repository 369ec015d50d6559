;;; Plays AisleRiot's rule modules for another program: reads one command a line (a list) from
;;; standard input and answers each with one line of JSON on standard output.
;;;
;;; Piles are counted from 0 in the order of the module's own ids. A card is a number: its value
;;; (jokers 0, aces 1 or 14, kings 13), plus 16 times its suit (clubs, diamonds, hearts, spades),
;;; plus 64 if it lies face up. A pile is the list of its cards, bottom first. A move is a list
;;; (kind pile count target) with kind 0 for a drag, 1 for a click and 2 for a double click. The tool
;;; bar's deal is left out: wherever a game has it, it does what a click on the stock does.

(define-module (hoyle driver)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:use-module (ice-9 control)
  #:use-module (ice-9 match)
  #:export (serve))

(define interface (resolve-module '(aisleriot interface)))
(define api (resolve-module '(aisleriot api)))

(define-syntax-rule (define-shared name)
  ;; A variable of the interface, read and set by this module without copying.
  (define name (module-variable interface 'name)))
(define-shared pile-data)
(define-shared pile-cards)
(define-shared callbacks)
(define-shared features)
(define-shared chance)
(define-shared delayed)
(define callback-index (module-ref interface 'callback-index))
(define score (module-variable api 'SCORE))
(define deck (module-variable api 'DECK))
(define flips (module-variable api 'FLIP-COUNTER))

(define-syntax-rule (define-callback name key)
  (define name
    (let ((index (callback-index 'key)))
      (lambda () (vector-ref (variable-ref callbacks) index)))))
(define-callback new-game new-game)
(define-callback pressed button-pressed)
(define-callback released button-released)
(define-callback clicked button-clicked)
(define-callback double-clicked button-double-clicked)
(define-callback continues game-over)
(define-callback winning winning-game)
(define-callback get-options get-options)
(define-callback apply-options apply-options)
(define-callback droppable droppable)

;;; States. All that a rule module can remember is in its top-level variables, in those of
;;; AisleRiot's library, and in the interface; lists are never changed in place, vectors are (in
;;; `gaps`). A state is the values of these, so keeping one is enough to return to it.

(define (data-variables module keep?)
  ;; The variables of `module` that hold data, not procedures or syntax.
  (filter-map (lambda (entry)
                (match entry
                  ((name . variable)
                   (and (keep? name)
                        (variable-bound? variable)
                        (let ((value (variable-ref variable)))
                          (not (or (procedure? value) (macro? value) (module? value))))
                        variable))))
              (hash-map->list cons (module-obarray module))))

;; The library writes the names of what it changes in capitals; the rest are constants, but for the
;; ace, which is 1 or 14.
(define library-variables
  (data-variables api (lambda (name)
                        (or (eq? name 'ace)
                            (char-upper-case? (string-ref (symbol->string name) 0))))))

(define (value variable) (kept (variable-ref variable)))
(define (kept value) (if (vector? value) (vector-copy value) value))

(define-record-type <state>
  (make-state data cards callbacks features chance own library)
  state?
  (data state-data)
  (cards state-cards)
  (callbacks state-callbacks)
  (features state-features)
  (chance state-chance)
  (own state-own)                       ; the rule module's variables
  (library state-library))

(define (current-state own)
  (make-state (variable-ref pile-data) (vector-copy (variable-ref pile-cards))
              (variable-ref callbacks) (variable-ref features) (variable-ref chance)
              (map value own) (map variable-ref library-variables)))

(define (restore! state own)
  (variable-set! pile-data (state-data state))
  (variable-set! pile-cards (vector-copy (state-cards state)))
  (variable-set! callbacks (state-callbacks state))
  (variable-set! features (state-features state))
  (variable-set! chance (state-chance state))
  (variable-set! delayed '())
  (for-each (lambda (variable value) (variable-set! variable (kept value))) own (state-own state))
  (for-each variable-set! library-variables (state-library state)))

(define (changed? state own)
  ;; Whether anything a player or a rule can tell differs from `state`.
  (not (and (equal? (state-cards state) (variable-ref pile-cards))
            (every (lambda (variable value) (equal? (variable-ref variable) value))
                   own (state-own state))
            (every (lambda (variable value)
                     (or (not (or (eq? variable score) (eq? variable flips)))
                         (equal? (variable-ref variable) value)))
                   library-variables (state-library state)))))

;;; Rule modules, loaded when first asked for.

(define-record-type <rules>
  (make-rules name module own fresh)
  rules?
  (name rules-name)
  (module rules-module)
  (own rules-own)
  (fresh rules-fresh))                  ; the state just after loading

(define loaded (make-hash-table))
(define blank (current-state '()))

(define (load-rules name)
  (or (hash-ref loaded name)
      (let ((module (make-fresh-user-module)))
        (restore! blank '())
        (save-module-excursion
         (lambda ()
           (set-current-module module)
           (primitive-load-path name)))
        (let* ((own (data-variables module (const #t)))
               (rules (make-rules name module own (current-state own))))
          (hash-set! loaded name rules)
          rules))))

;;; Dealing. The module makes its own deck and shuffles it; the shuffle is replaced by one that
;;; yields the order asked for, once. Later shuffles are the library's own.

(define shuffle (module-ref api 'shuffle-deck))
(define wanted #f)                      ; cards, or a procedure to call with the deck
(module-set! api 'shuffle-deck
             (lambda ()
               (cond ((not wanted) (shuffle))
                     ((procedure? wanted) (wanted (variable-ref deck)))
                     (else (variable-set! deck wanted)
                           (set! wanted #f)))))

(define (options rules)
  (let ((procedure (get-options)))
    (or (and procedure (procedure)) '())))

(define (prepare! rules chosen seed)
  ;; A fresh module with the options set. `chosen`: ((name on?) …), or nothing.
  (restore! (rules-fresh rules) (rules-own rules))
  (variable-set! chance seed)
  (when (pair? chosen)
    ((apply-options)
     (map (lambda (option)
            (match option
              ((name on? . rest)
               (match (assoc name chosen)
                 ((_ value) (cons* name value rest))
                 (#f option)))
              (other other)))
          (options rules)))))

(define (new-game!)
  (let ((size ((new-game))))
    (run-delayed!)
    ((module-ref api 'start-game))
    size))

(define (deck-before-shuffle rules chosen)
  (prepare! rules chosen 1)
  (call/ec
   (lambda (return)
     (set! wanted return)
     (new-game!)
     (error "the game is dealt without a shuffle" (rules-name rules)))))

;;; Games. One is current: its state is the one that stands in the variables.

(define-record-type <game>
  (make-game rules dealt history)
  game?
  (rules game-rules)
  (dealt game-dealt)                    ; the state after the deal
  (history game-history set-game-history!)) ; states, newest first

(define games (make-hash-table))
(define current #f)

(define (own-of game) (rules-own (game-rules game)))

(define (select! game)
  (unless (eq? current game)
    (set! current #f)
    (restore! (car (game-history game)) (own-of game))
    (set! current game))
  game)

(define (get-game id)
  (select! (or (hashv-ref games id) (error "there is no such game:" id))))

;;; Events, as the program with the windows makes them.

(define faults '())
(define wary? #t)
(define (guard thunk)
  ;; The module's answer; a fault in the module counts as a refusal, as it does on the screen.
  (catch #t thunk
    (lambda (key . arguments)
      (set! faults (cons (format #f "~s" (cons key arguments)) faults))
      #f)))
(define-syntax-rule (guarded expression ...)
  (if wary?
      (guard (lambda () expression ...))
      (begin expression ...)))

(define (hastily thunk state game)
  ;; Faults are rare, and guarding each event costs much: do without, and do it again if there is one.
  (catch #t
    (lambda ()
      (set! wary? #f)
      (let ((result (thunk)))
        (set! wary? #t)
        result))
    (lambda _
      (set! wary? #t)
      (restore! state (own-of game))
      (thunk))))

(define (run-delayed!)
  (let loop ((limit 10000))
    (let ((calls (variable-ref delayed)))
      (when (pair? calls)
        (when (zero? limit) (error "delayed calls without end"))
        (variable-set! delayed (cdr calls))
        ((car calls))
        (loop (- limit 1))))))

(define (exposed data cards)
  ;; How many cards of a pile show enough of themselves to be picked up.
  (match (caddr data)
    (('normal . _) (min 1 (length cards)))
    (((or 'partially-expanded 'partially-expanded-right) _ depth . _)
     (min depth (length cards)))
    (_ (length cards))))

(define (pick-up? pile count)
  ;; Ask whether the top cards may be taken; the cards, or #f.
  (let ((cards (vector-ref (variable-ref pile-cards) pile)))
    (and (<= 1 count (exposed (vector-ref (variable-ref pile-data) pile) cards))
         (let ((taken (list-head cards count)))
           (and ((pressed) pile taken) taken)))))

(define (lift! pile count)
  (let ((all (variable-ref pile-cards)))
    (vector-set! all pile (list-tail (vector-ref all pile) count))))

(define (accepts? pile taken target)
  (let ((droppable? (droppable)))
    (or (not droppable?) (droppable? pile taken target))))

(define (event! move)
  ;; Make the event; whether the rules take it. The caller restores where they do not.
  (guarded
   (and (match move
          ((0 pile count target)
           (let ((taken (pick-up? pile count)))
             (and taken
                  (begin (lift! pile count)
                         (accepts? pile taken target))
                  ((released) pile taken target))))
          ((1 pile . _) ((clicked) pile))
          ((2 pile . _) ((double-clicked) pile)))
        (begin (run-delayed!) #t))))

(define (try move state game)
  ;; Whether the move is legal and changes something; leaves everything as it was.
  (let* ((own (own-of game))
         (legal? (and (event! move)
                      (changed? state own))))
    (restore! state own)
    legal?))

(define (drags state game)
  (let* ((own (own-of game))
         (size (vector-length (state-cards state))))
    (let piles ((pile (- size 1)) (found '()))
      (if (< pile 0)
          found
          (let counts ((count (exposed (vector-ref (state-data state) pile)
                                       (vector-ref (state-cards state) pile)))
                       (found found))
            (if (= count 0)
                (piles (- pile 1) found)
                (counts (- count 1) (drops state own pile count found))))))))

(define (drops state own pile count found)
  ;; The piles that the top cards of a pile may go to, as moves before those already found. The
  ;; program asks the rules about the pile itself, too: in some games a card goes with the one below.
  (let ((taken (guarded (pick-up? pile count))))
    (if (not taken)
        found
        (let targets ((target (- (vector-length (state-cards state)) 1))
                      (held (begin (lift! pile count) #f)) ; the state with the cards in hand
                      (found found))
          (cond ((< target 0)
                 (restore! state own)
                 found)
                ((not (guarded (accepts? pile taken target)))
                 (targets (- target 1) held found))
                (else
                 (let* ((held (or held (current-state own)))
                        (legal? (and (guarded (and ((released) pile taken target)
                                                   (begin (run-delayed!) #t)))
                                     (changed? state own))))
                   (restore! held own)
                   (targets (- target 1) held
                            (if legal? (cons (list 0 pile count target) found) found)))))))))

(define (clicks kind state game)
  (filter (lambda (move) (try move state game))
          (map (lambda (pile) (list kind pile 0 -1))
               (iota (vector-length (state-cards state))))))

(define (legal-moves game)
  ;; A double click makes moves for the player and is no move of its own, except where nothing else
  ;; is left to do and it acts on piles without a card, too (the redeal of `gaps`).
  (let ((state (car (game-history game))))
    (hastily (lambda ()
               (let ((moves (append (drags state game) (clicks 1 state game))))
                 (if (null? moves)
                     (let ((redeals (clicks 2 state game)))
                       (if (any (lambda (move) (null? (vector-ref (state-cards state) (cadr move))))
                                redeals)
                           redeals
                           '()))
                     moves)))
             state game)))

(define (short-cuts game)
  (let ((state (car (game-history game))))
    (hastily (lambda () (clicks 2 state game)) state game)))

(define (push! game move after)
  ;; Make a move, call `after`, and keep the state; whether the rules take the move.
  (let ((state (car (game-history game)))
        (own (own-of game)))
    (cond ((and (event! move)
                (changed? state own))
           (after)
           (set-game-history! game (cons (current-state own) (game-history game)))
           #t)
          (else (restore! state own) #f))))

(define (look!)
  ;; What the program asks after each event. Some modules reckon the score only then.
  (or (guarded ((continues)))
      (guarded ((winning)))))

(define (pop! game)
  (set-game-history! game (cdr (game-history game)))
  (restore! (car (game-history game)) (own-of game)))

(define (won? game)
  (let ((won ((winning))))
    (restore! (car (game-history game)) (own-of game))
    (->bool won)))

;;; Numbers for cards.

(define (card->number card)
  (+ (car card) (* 16 (cadr card)) (if (caddr card) 64 0)))

(define (number->card number)
  (list (logand number 15) (logand (ash number -4) 3) (logtest number 64)))

(define (position)
  (vector-map-list (lambda (cards) (reverse-map card->number cards)) (variable-ref pile-cards)))

(define (vector-map-list procedure vector) (map procedure (vector->list vector)))
(define (reverse-map procedure items)
  (let loop ((items items) (result '()))
    (if (null? items) result (loop (cdr items) (cons (procedure (car items)) result)))))

;;; JSON: lists are arrays, vectors of (symbol . value) are objects.

(define (write-json value port)
  (cond ((eq? value #t) (display "true" port))
        ((eq? value #f) (display "false" port))
        ((exact-integer? value) (display value port))
        ((number? value) (display (exact->inexact value) port))
        ((string? value) (write-json-string value port))
        ((symbol? value) (write-json-string (symbol->string value) port))
        ((null? value) (display "[]" port))
        ((vector? value)
         (write-separated "{" "}" (vector->list value) port
                          (lambda (entry)
                            (write-json-string (symbol->string (car entry)) port)
                            (display ":" port)
                            (write-json (cdr entry) port))))
        (else (write-separated "[" "]" value port (lambda (item) (write-json item port))))))

(define (write-separated open close items port write-item)
  (display open port)
  (write-item (car items))
  (for-each (lambda (item) (display "," port) (write-item item)) (cdr items))
  (display close port))

(define (write-json-string text port)
  (display "\"" port)
  (string-for-each
   (lambda (char)
     (cond ((memv char '(#\" #\\)) (display "\\" port) (display char port))
           ((char<? char #\space)
            (display (string-append "\\u" (string-pad (number->string (char->integer char) 16) 4 #\0))
                     port))
           (else (display char port))))
   text)
  (display "\"" port))

;;; Commands.

(define (table)
  ;; For each pile: its kind, how it spreads, and its place.
  (map (lambda (data)
         (match data
           ((_ _ (spread (x y) . _) kind . _)
            (list kind spread x y))))
       (vector->list (variable-ref pile-data))))

(define (report game)
  `((cards . ,(position)) (score . ,(variable-ref score)) (won . ,(won? game))))

(define (answer command)
  (match command
    (('options name)
     (let ((rules (load-rules name)))
       (set! current #f)
       (prepare! rules '() 1)
       `((options . ,(options rules)))))
    (('deck name chosen)
     (let ((rules (load-rules name)))
       (set! current #f)
       (let ((cards (deck-before-shuffle rules chosen)))
         (set! wanted #f)
         `((deck . ,(map card->number cards)) (ace . ,(module-ref api 'ace))))))
    (('deal id name chosen seed cards)
     (let ((rules (load-rules name)))
       (set! current #f)
       (prepare! rules chosen seed)
       (set! wanted (map number->card cards))
       (let* ((size (new-game!))
              (game (started-game rules)))
         (when wanted
           (set! wanted #f)
           (error "the game is dealt without a shuffle"))
         (hashv-set! games id game)
         (set! current game)
         `((table . ,(table)) (size . ,size) ,@(report game)))))
    (('moves id) `((moves . ,(legal-moves (get-game id)))))
    (('short-cuts id) `((moves . ,(short-cuts (get-game id)))))
    (('push id move)
     (let ((game (get-game id)))
       (if (push! game move look!)
           (report game)
           '((illegal . #t)))))
    (('pop id)
     (let ((game (get-game id)))
       (pop! game)
       (report game)))
    (('set-up id piles)
     (let ((game (get-game id)))
       (set-up! game piles)
       (report game)))
    (('try id moves)
     (let* ((game (get-game id))
            (state (car (game-history game))))
       `((legal . ,(map (lambda (move) (try move state game)) moves)))))
    (('forget ids)
     (for-each (lambda (id) (hashv-remove! games id)) ids)
     '((done . #t)))
    (('moves-in id positions)
     (let ((game (get-game id)))
       `((positions . ,(map (lambda (piles) (moves-in game piles)) positions)))))
    (('benchmark name moves seed cards)
     (set! current #f)
     `((rate . ,(benchmark (load-rules name) moves seed (map number->card cards)))))))

(define (started-game rules)
  (look!)
  (let ((state (current-state (rules-own rules))))
    (make-game rules state (list state))))

(define (stand! game piles)
  ;; The state after the deal, but with these cards on the table.
  (restore! (game-dealt game) (own-of game))
  (variable-set! pile-cards
                 (list->vector (map (lambda (pile) (reverse-map number->card pile)) piles)))
  (look!)
  (current-state (own-of game)))

(define (set-up! game piles)
  (set-game-history! game (list (stand! game piles))))

(define (moves-in game piles)
  (let* ((state (stand! game piles))
         (moves (legal-moves (make-game (game-rules game) (game-dealt game) (list state)))))
    (restore! (car (game-history game)) (own-of game))
    moves))

;;; How fast this is: all legal moves are listed and one is made, again and again, without asking
;;; for a hint after each as the program does.

(define (benchmark rules moves seed cards)
  (let ((chance (seed->random-state seed)))
    (define noop (const #t))
    (define (deal-again cards)
      (prepare! rules '() seed)
      (set! wanted cards)
      (new-game!)
      (set! wanted #f)
      (started-game rules))
    (let loop ((left moves) (spent 0) (game (deal-again cards)))
      (if (zero? left)
          (/ (* 1.0 moves internal-time-units-per-second) (max spent 1))
          (let* ((start (get-internal-run-time))
                 (legal (legal-moves game)))
            (if (null? legal)
                (let ((spent (+ spent (- (get-internal-run-time) start))))
                  (loop left spent (deal-again (shuffled cards chance))))
                (begin
                  (push! game (list-ref legal (random (length legal) chance)) noop)
                  (loop (- left 1) (+ spent (- (get-internal-run-time) start)) game))))))))

(define (shuffled cards state)
  (map cdr (sort (map (lambda (card) (cons (random 1.0 state) card)) cards)
                 (lambda (one other) (< (car one) (car other))))))

(define (serve)
  (let ((out (current-output-port)))
    ;; A module that prints must not disturb the answers.
    (set-current-output-port (current-error-port))
    (setvbuf out 'block 65536)
    (set-port-encoding! out "UTF-8")
    (display "{\"ready\":true}\n" out)
    (force-output out)
    (let loop ()
      (let ((command (read)))
        (unless (eof-object? command)
          (set! faults '())
          (let ((reply (catch #t
                         (lambda () (answer command))
                         (lambda (key . arguments)
                           (set! current #f)
                           (set! wanted #f)
                           `((error . ,(format #f "~s" (cons key arguments))))))))
            (write-json (list->vector (if (null? faults) reply (acons 'faults faults reply))) out)
            (newline out)
            (force-output out))
          (loop))))))
